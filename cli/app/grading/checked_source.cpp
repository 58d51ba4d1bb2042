#include "cli/app/grading/checked_source.hpp"

#include "support/files/text_file.hpp"

namespace hippuzzle {

const char* const head_of_checked_source =
    "#include <hippuzzle/bindings.hpp>\n"
    "#include <hippuzzle/portable.hpp>\n"
    "#undef __SANITIZE_THREAD__\n"
    "#pragma GCC poison HIP_CPU_CHECKED\n"
    "#undef HIP_CPU_UNCHECKED\n"
    "#define HIP_CPU_UNCHECKED\n"
    "#undef HIPPUZZLE_HD\n"
    "#define HIPPUZZLE_HD __attribute__((always_inline))\n"
    "#undef HIPPUZZLE_COPIED\n"
    "#define HIPPUZZLE_COPIED(Class) static_assert(true, \"\")\n"
    "enum { hidden_shared_alignment = HIP_CPU_SHARED_ALIGNMENT };\n"
    "#undef HIP_CPU_SHARED_ALIGNMENT\n"
    "#define HIP_CPU_SHARED_ALIGNMENT sizeof(char[hidden_shared_alignment])\n";

const std::vector<std::string> options_of_checked_source = {"-D__OPTIMIZE__=1", "-U__NO_INLINE__",
                                                            "-g0"};

// The streams without the variable that initialises them while a module is opened, which runs code
// before any kernel. Newer versions of the library have it so.
std::filesystem::path write_headers_for_strangers(const std::filesystem::path& folder) {
  create_file(folder / "include/iostream",
              "#pragma GCC system_header\n"
              "#include <istream>\n"
              "#include <ostream>\n"
              "#ifdef __GLIBCXX__\n"
              "namespace std _GLIBCXX_VISIBILITY(default) {\n"
              "_GLIBCXX_BEGIN_NAMESPACE_VERSION\n"
              "extern istream cin;\n"
              "extern ostream cout, cerr, clog;\n"
              "extern wistream wcin;\n"
              "extern wostream wcout, wcerr, wclog;\n"
              "_GLIBCXX_END_NAMESPACE_VERSION\n"
              "}\n"
              "#else\n"
              "#include_next <iostream>\n"
              "#endif\n");
  return folder / "include";
}

}  // namespace hippuzzle
