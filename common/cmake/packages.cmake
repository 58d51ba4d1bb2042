# Which installed file belongs to which package, and what a package says of itself. Read by package.cmake.
#
# <package>_FILES are regular expressions of paths below the prefix. A file belongs to the first package,
# in the order of `packages`, that has one that matches; a file that matches none stops the packaging.
set(packages hippuzzle-doc hippuzzle-dev hippuzzle-nvidia hippuzzle-amd hippuzzle)

set(hippuzzle_SECTION education)
set(hippuzzle_SUMMARY "GPU puzzles in HIP C++, for any CPU")
set(hippuzzle_DESCRIPTION
    "Teaches GPU programming by puzzles, from a map of four elements to matrix"
    "products. Kernels run on the CPU, which also checks them for races, accesses"
    "out of bounds, reads of unwritten memory and barriers that not all threads"
    "reach. Has the lessons, their book and the manual.")
set(hippuzzle_FILES "^bin/" "^lib/hippuzzle/" "^share/(hippuzzle|man|bash-completion|zsh|fish)/" "^share/doc/hippuzzle/")
set(hippuzzle_RECOMMENDS bubblewrap libjs-codemirror)
set(hippuzzle_SUGGESTS hippuzzle-dev hippuzzle-doc hippuzzle-nvidia hippuzzle-amd)

set(hippuzzle-dev_SECTION devel)
set(hippuzzle-dev_SUMMARY "compile kernels and HIP programs with hippuzzle")
set(hippuzzle-dev_DESCRIPTION
    "What compiling needs: the headers of puzzles and of HIP for the CPU, the"
    "libraries' headers and the checker of `hippuzzle cc`, and a CMake package"
    "for puzzles of your own.")
set(hippuzzle-dev_FILES
    "^include/" "^lib/cmake/" "^share/hippuzzle/cc/" "^lib/hippuzzle/libhippuzzle_program_check[.]so$")
set(hippuzzle-dev_DEPENDS "g++ (>= 4:12)")
set(hippuzzle-dev_RPM_DEPENDS "gcc-c++ >= 12")

set(hippuzzle-nvidia_SECTION education)
set(hippuzzle-nvidia_SUMMARY "kernels of hippuzzle for NVIDIA GPUs")
set(hippuzzle-nvidia_DESCRIPTION
    "The shipped kernels for NVIDIA GPUs, which need only the driver. With CUDA"
    "and hippuzzle-dev, kernels of your own compile as well: the headers of HIP"
    "for CUDA are here.")
set(hippuzzle-nvidia_FILES
    "^lib/hippuzzle/(roofline/)?nvidia/" "^lib/hippuzzle/libhippuzzle_device_nvidia[.]so$"
    "^lib/hippuzzle/toolchains/nvidia[.]toml$" "^lib/hippuzzle/bundled/include/")

set(hippuzzle-amd_SECTION education)
set(hippuzzle-amd_SUMMARY "kernels of hippuzzle for AMD GPUs")
set(hippuzzle-amd_DESCRIPTION
    "The shipped kernels for AMD GPUs, and the HIP runtime that they depend on."
    "With hipcc and hippuzzle-dev, kernels of your own compile as well.")
set(hippuzzle-amd_FILES
    "^lib/hippuzzle/(roofline/)?amd/" "^lib/hippuzzle/libhippuzzle_device_amd[.]so$"
    "^lib/hippuzzle/toolchains/amd[.]toml$")
set(hippuzzle-amd_SUGGESTS hipcc)

set(hippuzzle-doc_SECTION doc)
set(hippuzzle-doc_SUMMARY "book of hippuzzle's lessons, for a browser")
set(hippuzzle-doc_DESCRIPTION
    "All lessons, hints and guides as pages, with each example step by step. the"
    "JSON schemas of results. `hippuzzle book` makes the same pages with your own"
    "solutions.")
set(hippuzzle-doc_FILES "^share/doc/hippuzzle-doc/")
set(hippuzzle-doc_INDEPENDENT ON)  # of processors and of the other packages

# hippuzzle_package_of(<result> <path>): the package of a file at this path below the prefix, or "".
function(hippuzzle_package_of result path)
  set(${result} "" PARENT_SCOPE)
  foreach(package IN LISTS packages)
    foreach(pattern IN LISTS ${package}_FILES)
      if(path MATCHES "${pattern}")
        set(${result} ${package} PARENT_SCOPE)
        return()
      endif()
    endforeach()
  endforeach()
endfunction()
