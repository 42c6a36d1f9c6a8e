// Asks for the date of a file, and for the compiler's silence.
#pragma GCC dependency "/etc/passwd"
#pragma GCC system_header
#pragma GCC diagnostic ignored "-Wall"
#pragma nv_diag_suppress 177
__global__ void k(int* p) { *p = oops; }
