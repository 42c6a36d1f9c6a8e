#include "cli/program.hpp"

int main(int argc, char** argv) { return bankcheck::cli::run_program(argc, argv); }
