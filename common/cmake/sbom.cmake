# The software bill of materials of a release, SPDX 2.3, and the licences of what it carries, both read from
# dpkg on the machine that builds.

# Debian's packages whose headers or static libraries are compiled into the binary.
set(hippuzzle_compiled_in libcli11-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libfmt-dev
    libspdlog-dev libtomlplusplus-dev nlohmann-json3-dev)

# Debian's names of licences that SPDX spells otherwise; another name is given as a comment.
set(hippuzzle_spdx_names Expat=MIT MIT=MIT Apache-2.0=Apache-2.0 BSD-2-clause=BSD-2-Clause BSD-2-Clause=BSD-2-Clause
    BSD-3-clause=BSD-3-Clause BSD-3-Clause=BSD-3-Clause GPL-3+=GPL-3.0-or-later LGPL-3+=LGPL-3.0-or-later
    GPL-2+=GPL-2.0-or-later Zlib=Zlib BSL-1.0=BSL-1.0 NCSA=NCSA)

# hippuzzle_dpkg_of(<result> <file>): the package that owns the file, or "". A path below /lib is asked as
# dpkg recorded it, with /usr in front or without.
function(hippuzzle_dpkg_of result file)
  file(REAL_PATH ${file} real)
  string(REGEX REPLACE "^/usr/" "/" short ${real})
  foreach(path IN ITEMS ${file} ${real} ${short})
    execute_process(COMMAND dpkg-query --search ${path} OUTPUT_VARIABLE owner ERROR_QUIET RESULT_VARIABLE status)
    if(status EQUAL 0)
      string(REGEX MATCH "^[^:]+" owner "${owner}")
      set(${result} ${owner} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${result} "" PARENT_SCOPE)
endfunction()

function(hippuzzle_spdx_licence result comment package)
  set(${result} NOASSERTION PARENT_SCOPE)
  set(${comment} "" PARENT_SCOPE)
  set(stated)
  if(EXISTS /usr/share/doc/${package}/copyright)
    file(STRINGS /usr/share/doc/${package}/copyright lines REGEX "^License: ")
    list(TRANSFORM lines REPLACE "^License: *" "")
    list(POP_FRONT lines stated)
  endif()
  foreach(pair IN LISTS hippuzzle_spdx_names)
    string(REPLACE "=" ";" pair ${pair})
    list(GET pair 0 name)
    if(stated STREQUAL name)
      list(GET pair 1 name)
      set(${result} ${name} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  string(REPLACE "\"" "'" stated "${stated}")
  set(${comment} "Debian's copyright file says: ${stated}" PARENT_SCOPE)
endfunction()

# hippuzzle_write_sbom(<prefix> <bundled libraries> <file.spdx.json>): lists hippuzzle, what is compiled into
# it, HIP's headers where they are below the prefix, and these shared libraries; copies each one's copyright
# file to share/doc/hippuzzle/licences below the prefix. Needs `version` and `epoch`.
function(hippuzzle_write_sbom prefix libraries file)
  find_program(dpkg dpkg-query)
  if(NOT dpkg)
    message(WARNING "there is no dpkg here, so no list of materials and licences is written")
    return()
  endif()
  set(contained)
  set(unowned)
  foreach(library IN LISTS libraries)
    hippuzzle_dpkg_of(owner ${library})
    if(owner)
      list(APPEND contained ${owner})
    else()
      message(WARNING "no Debian package owns ${library}, so its licence is not known: add it by hand")
      cmake_path(GET library FILENAME name)
      list(APPEND unowned ${name})
    endif()
  endforeach()
  if(EXISTS ${prefix}/lib/hippuzzle/bundled/include/hip)
    list(APPEND contained libamdhip64-dev)
  endif()
  list(REMOVE_DUPLICATES contained)
  string(TIMESTAMP created "%Y-%m-%dT%H:%M:%SZ" UTC)  # of SOURCE_DATE_EPOCH
  set(entries "  {\"SPDXID\": \"SPDXRef-hippuzzle\", \"name\": \"hippuzzle\", \"versionInfo\": \"${version}\",
   \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false,
   \"licenseConcluded\": \"MIT\", \"licenseDeclared\": \"MIT\", \"copyrightText\": \"The hippuzzle authors\"}")
  set(relations "  {\"spdxElementId\": \"SPDXRef-DOCUMENT\", \"relationshipType\": \"DESCRIBES\", \"relatedSpdxElement\": \"SPDXRef-hippuzzle\"}")
  foreach(name IN LISTS unowned)
    string(REGEX REPLACE "[^A-Za-z0-9.]" "-" id ${name})
    string(APPEND entries ",\n  {\"SPDXID\": \"SPDXRef-${id}\", \"name\": \"${name}\",
   \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false,
   \"licenseConcluded\": \"NOASSERTION\", \"licenseDeclared\": \"NOASSERTION\", \"copyrightText\": \"NOASSERTION\"}")
    string(APPEND relations ",\n  {\"spdxElementId\": \"SPDXRef-hippuzzle\", \"relationshipType\": \"CONTAINS\", \"relatedSpdxElement\": \"SPDXRef-${id}\"}")
  endforeach()
  list(REMOVE_ITEM hippuzzle_compiled_in ${contained})
  foreach(package IN LISTS hippuzzle_compiled_in contained)
    execute_process(COMMAND dpkg-query --show "--showformat=\${Version} \${Architecture}\\n" ${package}
                    OUTPUT_VARIABLE installed ERROR_QUIET RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
      if(package IN_LIST contained)
        message(FATAL_ERROR "dpkg knows no package ${package}")
      endif()
      continue()  # optional, and not built with it
    endif()
    string(REGEX MATCH "^([^ ]+) ([a-z0-9]+)" installed "${installed}")
    set(its_version ${CMAKE_MATCH_1})
    set(architecture ${CMAKE_MATCH_2})
    hippuzzle_spdx_licence(licence comment ${package})
    if(comment)
      set(comment ",\n   \"licenseComments\": \"${comment}\"")
    endif()
    string(REPLACE "+" "%2B" purl_version ${its_version})
    string(REPLACE "+" "-" id ${package})
    string(APPEND entries ",\n  {\"SPDXID\": \"SPDXRef-${id}\", \"name\": \"${package}\", \"versionInfo\": \"${its_version}\",
   \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false,
   \"licenseConcluded\": \"NOASSERTION\", \"licenseDeclared\": \"${licence}\", \"copyrightText\": \"NOASSERTION\"${comment},
   \"externalRefs\": [{\"referenceCategory\": \"PACKAGE-MANAGER\", \"referenceType\": \"purl\",
     \"referenceLocator\": \"pkg:deb/debian/${package}@${purl_version}?arch=${architecture}\"}]}")
    set(relation STATIC_LINK)
    if(package IN_LIST contained)
      set(relation CONTAINS)
    endif()
    string(APPEND relations ",\n  {\"spdxElementId\": \"SPDXRef-hippuzzle\", \"relationshipType\": \"${relation}\", \"relatedSpdxElement\": \"SPDXRef-${id}\"}")
    file(REAL_PATH /usr/share/doc/${package}/copyright licence)
    file(MAKE_DIRECTORY ${prefix}/share/doc/hippuzzle/licences)
    file(COPY_FILE ${licence} ${prefix}/share/doc/hippuzzle/licences/${package})
  endforeach()
  file(WRITE ${file} "{\n \"spdxVersion\": \"SPDX-2.3\",\n \"dataLicense\": \"CC0-1.0\",\n \"SPDXID\": \"SPDXRef-DOCUMENT\",
 \"name\": \"hippuzzle-${version}\",\n \"documentNamespace\": \"https://spdx.org/spdxdocs/hippuzzle-${version}-${epoch}\",
 \"creationInfo\": {\"created\": \"${created}\", \"creators\": [\"Tool: hippuzzle-common-cmake-sbom\"]},
 \"packages\": [\n${entries}\n ],\n \"relationships\": [\n${relations}\n ]\n}\n")
  file(READ ${file} text)
  string(JSON count ERROR_VARIABLE error LENGTH "${text}" packages)
  if(error)
    message(FATAL_ERROR "${file} is not JSON: ${error}")
  endif()
endfunction()
