"""What administrators see and do; every act is written down first."""
