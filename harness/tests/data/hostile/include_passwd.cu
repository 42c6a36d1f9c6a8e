// Reads a file of the machine that grades.
#include "/etc/passwd"
__global__ void k() {}
