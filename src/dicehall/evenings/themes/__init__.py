"""Theme nights: an evening that a host has thought out, and when it comes round."""
