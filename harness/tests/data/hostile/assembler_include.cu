// Asks the assembler for a file.
__global__ void k() { asm volatile(".include \"/etc/passwd\""); }
