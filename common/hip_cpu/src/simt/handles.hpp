// Objects that the user knows by pointer: a handle is looked up before it is followed.
#pragma once

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
    objects_.emplace(handle, std::move(object));
    return handle;
  }

  bool destroy(T* handle) {
    const std::lock_guard lock(mutex_);
    return objects_.erase(handle) != 0;
  }

  bool contains(T* handle) const {
    const std::lock_guard lock(mutex_);
    return objects_.count(handle) != 0;
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<T*, std::unique_ptr<T>> objects_;
};

}  // namespace hip_cpu
