# The simulator's instruction bodies are built twice: for any processor, and for AVX2 where the compiler
# targets x86-64. The program picks one at run time. Lanes are read through pointers to several types.
# Debug information of some thousand instantiations would double the time that they take to build.
set(isa_options -O3 -g0 -fno-strict-aliasing)
set_source_files_properties(sim/isa_portable.cpp PROPERTIES COMPILE_OPTIONS "${isa_options}")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND isa_options -mavx2 -mfma -mbmi2)
endif()
set_source_files_properties(sim/isa_avx2.cpp PROPERTIES COMPILE_OPTIONS "${isa_options}")

# Expected values: loops over the lanes of an expression's registers.
set_source_files_properties(rubric/expression_operations.cpp rubric/expression_evaluator.cpp PROPERTIES
  COMPILE_OPTIONS -O3)
