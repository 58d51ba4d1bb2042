// `hippuzzle man-pages DIR`: writes the manual's pages, made from the parser. The build calls it.
#include <memory>

#include "cli/args/completion/man_page.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/screen/output_file.hpp"

namespace hippuzzle::commands {

void add_man_pages(Command command, const GlobalOptions&) {
  auto folder = std::make_shared<std::string>();
  command.option("folder", *folder, "where to").type_name("DIR").required();
  command.act([folder, command] {
    std::filesystem::create_directories(*folder);
    for (const ManPage& page : man_pages(command.root())) {
      write_output_file((std::filesystem::path(*folder) / (page.name + ".1")).string(), page.text);
    }
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
