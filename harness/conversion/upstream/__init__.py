"""What llama.cpp's own converter would write for a source, to tell a GGUF by."""
