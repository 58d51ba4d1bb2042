# cmake -D GIT=<git> -D SOURCE=<dir> -D OUTPUT=<file> -P write_revision.cmake
# Writes the source file that defines hippuzzle::revision.
set(revision)
if(GIT)
  execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --short HEAD OUTPUT_VARIABLE revision
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    set(revision)
  endif()
endif()
file(WRITE ${OUTPUT} "#include <hippuzzle/version.hpp>\n\n"
                     "const char* const hippuzzle::revision = \"${revision}\";\n")
