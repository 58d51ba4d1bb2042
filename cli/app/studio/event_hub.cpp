#include "cli/app/studio/event_hub.hpp"

#include <fmt/format.h>

#include <chrono>

namespace hippuzzle {
namespace {

constexpr size_t most_listeners = 12;  // fewer than the server's threads
constexpr size_t most_unread = 4000;   // events of a page that does not read
constexpr size_t most_kept = 2000;     // events of a run
constexpr std::chrono::seconds sign_of_life{5};

}  // namespace

WebResponse::NextPart EventHub::subscribe() {
  const std::lock_guard lock(mutex_);
  std::erase_if(listeners_, [](const auto& listener) { return listener.expired(); });
  if (listeners_.size() >= most_listeners || is_closed_) return {};
  auto listener = std::make_shared<Listener>();
  listener->waiting.emplace_back("retry: 500\n\n");
  for (const auto& [puzzle, events] : kept_) {
    listener->waiting.insert(listener->waiting.end(), events.begin(), events.end());
  }
  listener->waiting.emplace_back("event: ready\ndata: {}\n\n");
  listeners_.push_back(listener);
  return [this, listener](std::string& part) { return next(listener, part); };
}

bool EventHub::next(const std::shared_ptr<Listener>& listener, std::string& part) {
  std::unique_lock lock(mutex_);
  const auto has_something = [&] {
    return is_closed_ || listener->is_lost || !listener->waiting.empty();
  };
  if (!changed_.wait_for(lock, sign_of_life, has_something)) {
    part = ": \n\n";  // finds a connection that is gone
    return true;
  }
  for (const std::string& event : listener->waiting) part += event;
  listener->waiting.clear();
  return !part.empty() || !(is_closed_ || listener->is_lost);
}

void EventHub::push(const std::string& text) {
  for (const auto& weak : listeners_) {
    const auto listener = weak.lock();
    if (!listener || listener->is_lost) continue;
    listener->waiting.push_back(text);
    if (listener->waiting.size() > most_unread) {
      listener->waiting.clear();
      listener->is_lost = true;
    }
  }
  changed_.notify_all();
}

void EventHub::send(const std::string& name, const std::string& data) {
  const std::lock_guard lock(mutex_);
  push(fmt::format("event: {}\ndata: {}\n\n", name, data));
}

void EventHub::send_of_run(const std::string& puzzle, bool begins, const std::string& name,
                           const std::string& data) {
  const std::lock_guard lock(mutex_);
  std::deque<std::string>& events = kept_[puzzle];
  if (begins) events.clear();
  const std::string text = fmt::format("event: {}\ndata: {}\n\n", name, data);
  if (events.size() < most_kept) events.push_back(text);
  push(text);
}

void EventHub::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

size_t EventHub::listeners() const {
  const std::lock_guard lock(mutex_);
  size_t count = 0;
  for (const auto& listener : listeners_) count += listener.expired() ? 0 : 1;
  return count;
}

}  // namespace hippuzzle
