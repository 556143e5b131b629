"""Bytes to messages and back: HTTP, WebSocket, sessions, limits."""
