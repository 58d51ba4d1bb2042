#include "hip_cpu/check/requests/requests.hpp"

#include <algorithm>
#include <utility>

namespace hip_cpu::check {
namespace {

// True for steps at which lanes meet again: calls and returns are between such steps.
bool has_key(const Event& event) { return event.is_access() || event.kind() == Event::block; }

IterationKey key_of(const Iterations& iterations, const Event& event) {
  return mix(iterations.key(), event.word);
}

}  // namespace

void Requests::begin_block(unsigned thread_count, unsigned width) {
  if (width != width_) {  // guesses have a place for each lane of the width before
    unused_.clear();
    for (Warp& warp : warps_) warp.path.reset();
  }
  width_ = width;
  thread_count_ = thread_count;
  const unsigned warp_count = (thread_count + width - 1) / width;
  if (threads_.size() < thread_count) threads_.resize(thread_count);
  if (warps_.size() < warp_count) warps_.resize(warp_count);
  for (unsigned warp = 0; warp < warp_count; ++warp) {
    if (warps_[warp].path) unused_.push_back(std::move(warps_[warp].path));  // of a broken launch
    warps_[warp].root.clear();
    warps_[warp].has_begun = false;
    warps_[warp].running = std::min(width, thread_count - warp * width);
  }
  for (unsigned thread = 0; thread < thread_count; ++thread) {
    threads_[thread].is_alive = false;
    threads_[thread].at = 0;
  }
  next_ = &nowhere_;
}

void Requests::begin_thread(unsigned number) {
  Thread& thread = threads_[number];
  thread.is_alive = true;
  thread.is_rooted = !warps_[number / width_].has_begun;
  thread.at = thread.known = thread.is_rooted ? 0 : Path::nowhere;
  if (!thread.is_rooted) thread.iterations.clear();
  run(number);
}

void Requests::run(unsigned thread) {
  put_down();
  thread_ = &threads_[thread];
  warp_ = &warps_[thread / width_];
  lane_ = thread % width_;
}

void Requests::arrive(unsigned thread) {
  if (--warps_[thread / width_].running == 0) hand_over(thread / width_);
}

void Requests::end_thread(unsigned thread) {
  threads_[thread].is_alive = false;
  arrive(thread);
}

void Requests::hand_over() {
  for (unsigned warp = 0; warp * width_ < thread_count_; ++warp) hand_over(warp);
}

void Requests::put_down() {
  if (next_ == &nowhere_) return;
  thread_->at = warp_->path->position(next_);
  next_ = &nowhere_;
}

// `event` is its next action.
void Requests::take_up(const Event& event) {
  if (!warp_->path) warp_->path = path_for(event);
  if (thread_->at == Path::nowhere) {
    index();
    thread_->at = thread_->known = warp_->path->append_end();
  }
  set_place(thread_->at);
}

std::unique_ptr<Path> Requests::path_for(const Event& first) {
  const IterationKey chain = thread_->is_rooted ? warp_->root.chain() : thread_->iterations.chain();
  const auto guess = std::find_if(unused_.rbegin(), unused_.rend(), [&](const auto& path) {
    return path->begins_like(first, chain);
  });
  std::unique_ptr<Path> path;
  if (guess != unused_.rend()) {
    path = std::move(*guess);
    unused_.erase(std::next(guess).base());
    path->begin_again();
    return path;
  }
  if (unused_.size() < most_guesses) {
    path = std::make_unique<Path>();
  } else {
    path = std::move(unused_.front());
    unused_.erase(unused_.begin());
  }
  path->begin(width_, chain);
  return path;
}

void Requests::set_place(Path::Position at) {
  Path& path = *warp_->path;
  next_ = path.step(at);
  slot_ = next_->row < path.row_count() ? path.addresses(next_->row) + lane_ : nullptr;
}

Path::Row* Requests::diverge(std::uint64_t word, std::uintptr_t call) {
  const Event event{word, call};
  if (next_ == &nowhere_) {
    take_up(event);
  } else if (warp_->path->row_count() >= most_rows || warp_->path->size() >= most_steps) {
    hand_over(static_cast<unsigned>(warp_ - warps_.data()));
    take_up(event);
  }
  Path& path = *warp_->path;
  const Path::Position at = path.position(next_);
  if (path.is_last(at) && !path.is_forked()) {
    path.append(event);
    set_place(at);
  } else if (next_->event != event || path.has_part(at, lane_)) {
    set_place(find_step(at, event));
  }
  return event.is_access() ? &path.row(next_->row) : nullptr;
}

// The step that the thread makes from `at`, which is put down when there is none.
Path::Position Requests::find_step(Path::Position at, const Event& event) {
  Path& path = *warp_->path;
  if (!path.is_forked()) {
    thread_->at = at;
    const Path::Position reached = cut_guess();
    if (reached == at) {
      path.append(event);
      return at;
    }
    index();
  }
  catch_up(*warp_, *thread_, at);
  apply(thread_->iterations, event);
  Path::Position to = path.forked(at, event, lane_);
  if (to == Path::nowhere) {
    IterationKey key = key_of(thread_->iterations, event);
    if (has_key(event)) to = path.find(key, lane_);
    if (to != Path::nowhere) {
      path.fork(at, to);
    } else {
      to = at;
      if (!path.is_last(at)) path.fork(at, to = path.append_end());
      path.append(event);
      if (has_key(event)) path.insert(key, to);
    }
  }
  thread_->known = to + 1;
  return to;
}

// Cuts the path after the last step that a lane has made, and returns its end.
Path::Position Requests::cut_guess() {
  Path::Position reached = 0;
  const auto first = static_cast<std::size_t>(warp_ - warps_.data()) * width_;
  const std::size_t last = std::min<std::size_t>(first + width_, thread_count_);
  for (std::size_t i = first; i < last; ++i)
    if (threads_[i].at != Path::nowhere) reached = std::max(reached, threads_[i].at);
  if (!warp_->path->is_last(reached)) warp_->path->cut(reached);
  return reached;
}

// Indexes the steps, which can be found by their keys from now on.
void Requests::index() {
  Path& path = *warp_->path;
  if (path.is_forked()) return;
  cut_guess();
  path.set_forked();
  Iterations iterations = warp_->root;
  for (Path::Position at = 0; !path.is_last(at); ++at) {
    const Event& event = path.step(at)->event;
    apply(iterations, event);
    if (!has_key(event)) continue;
    IterationKey key = key_of(iterations, event);
    // Accesses that the loop around them does not tell apart. The first of such blocks is enough.
    while (event.is_access() && path.contains(key)) key = mix(key, 1);
    if (!path.contains(key)) path.insert(key, at);
  }
}

// The thread has taken the path's steps up to `to`: its iterations with it.
void Requests::catch_up(Warp& warp, Thread& thread, Path::Position to) {
  if (std::exchange(thread.is_rooted, false)) thread.iterations = warp.root;
  for (; thread.known < to; ++thread.known)
    apply(thread.iterations, warp.path->step(thread.known)->event);
}

void Requests::apply(Iterations& iterations, const Event& event) {
  switch (event.kind()) {
    case Event::block:
      return iterations.block(event.code(), loop_ends_, function_of_);
    case Event::enter:
      return iterations.enter(event.code(), event.call);
    case Event::leave:
      return iterations.leave();
    case Event::access:
    case Event::end:
      return;
  }
}

void Requests::hand_over(unsigned number) {
  Warp& warp = warps_[number];
  if (!warp.path) return;
  if (warp_ == &warp) put_down();
  emit(number);
  const auto first = threads_.begin() + number * width_;
  const auto last = threads_.begin() + std::min((number + 1) * width_, thread_count_);
  const auto one = std::find_if(first, last, [](const Thread& t) { return t.is_alive; });
  const bool are_together =
      one != last && one->at != Path::nowhere &&
      std::all_of(one, last, [&](const Thread& t) { return !t.is_alive || t.at == one->at; });
  for (auto thread = one; thread != last; ++thread) {
    if (!thread->is_alive || thread->at == Path::nowhere) continue;
    catch_up(warp, *thread, thread->at);
    if (are_together) break;
  }
  if (are_together) std::swap(warp.root, one->iterations);
  for (auto thread = first; thread != last; ++thread) {
    thread->at = thread->known = are_together ? 0 : Path::nowhere;
    thread->is_rooted = are_together;
  }
  warp.has_begun = true;
  std::unique_ptr<Path> path = std::move(warp.path);
  if (path->size() <= most_kept) unused_.push_back(std::move(path));
}

void Requests::emit(unsigned number) {
  Path& path = *warps_[number].path;
  const unsigned first = number * width_;
  const unsigned lanes = std::min(width_, thread_count_ - first);
  // Lanes that went the one path equally far have a part in all of it.
  bool in_step = !path.is_forked();
  std::size_t rows = in_step ? 0 : path.row_count();
  std::uint64_t all = 0;
  for (unsigned lane = 0; in_step && lane < lanes; ++lane) {
    const Path::Position at = threads_[first + lane].at;
    const std::size_t passed = at == Path::nowhere ? 0 : path.step(at)->row;
    if (passed == 0) continue;
    in_step = rows == 0 || passed == rows;
    rows = std::max(rows, passed);
    all |= std::uint64_t{1} << lane;
  }
  if (!in_step) rows = path.row_count();
  for (std::size_t i = 0; i < rows; ++i) {
    const std::uintptr_t* addresses = path.addresses(i);
    std::uint64_t taking_part = in_step ? all : 0;
    for (unsigned lane = 0; !in_step && lane < lanes; ++lane)
      taking_part |= std::uint64_t{addresses[lane] != Path::untouched} << lane;
    if (taking_part == 0) continue;  // a guess
    const Event& event = path.row(i).event;
    sink_.take({path.row(i).site, event.access_kind(), event.is_shared(), event.bytes(), first,
                width_, taking_part, addresses});
  }
}

}  // namespace hip_cpu::check
