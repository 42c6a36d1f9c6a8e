# How many blocks a multiprocessor holds follows from rules that the CUDA toolkit publishes as a header.
# Without the toolkit the program says that it does not know.
find_path(CUDA_OCCUPANCY_INCLUDE_DIR cuda_occupancy.h
          HINTS ENV CUDA_HOME ENV CUDA_PATH PATH_SUFFIXES include
          PATHS /usr/local/cuda /usr/local/cuda/targets/x86_64-linux)
mark_as_advanced(CUDA_OCCUPANCY_INCLUDE_DIR)
if(CUDA_OCCUPANCY_INCLUDE_DIR)
  set(occupancy_options -DBANKCHECK_HAVE_OCCUPANCY=1)
  # As a system header, so that its warnings are not ours; /usr/include is one already.
  if(NOT CUDA_OCCUPANCY_INCLUDE_DIR STREQUAL "/usr/include")
    list(APPEND occupancy_options -isystem ${CUDA_OCCUPANCY_INCLUDE_DIR})
  endif()
  set_source_files_properties(gpu/occupancy.cpp PROPERTIES COMPILE_OPTIONS "${occupancy_options}")
else()
  message(STATUS "Without resident blocks: cuda_occupancy.h is not there (the CUDA toolkit has it; "
                 "set CUDA_HOME)")
endif()
