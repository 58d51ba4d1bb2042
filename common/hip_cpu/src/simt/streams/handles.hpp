// Objects that the user knows by pointer: a handle is looked up before it is followed.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace hip_cpu {

template <typename T>
class Handles {
 public:
  T* create(T value) {
    auto object = std::make_unique<T>(std::move(value));
    T* handle = object.get();
    const std::lock_guard lock(mutex_);
    objects_[handle] = std::move(object);
    return handle;
  }

  // The object ends when no thread holds the lock.
  bool destroy(T* handle) {
    std::unique_ptr<T> object;
    const std::lock_guard lock(mutex_);
    const auto found = objects_.find(handle);
    if (found == objects_.end()) return false;
    object = std::move(found->second);
    objects_.erase(found);
    return true;
  }

  bool contains(T* handle) const {
    const std::lock_guard lock(mutex_);
    return objects_.count(handle) != 0;
  }

  std::size_t count() const {
    const std::lock_guard lock(mutex_);
    return objects_.size();
  }

  // get(object) of an existing handle, else an empty result.
  template <typename Get>
  auto get(T* handle, const Get& get) const -> decltype(get(*handle)) {
    const std::lock_guard lock(mutex_);
    const auto found = objects_.find(handle);
    if (found == objects_.end()) return {};
    return get(*found->second);
  }

  template <typename Visit>
  void each(const Visit& visit) const {
    const std::lock_guard lock(mutex_);
    for (const auto& [handle, object] : objects_) visit(*object);
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<T*, std::unique_ptr<T>> objects_;
};

}  // namespace hip_cpu
