# An image with hippuzzle's packages: `./dev package`, then `docker build --tag hippuzzle .`
FROM debian:12-slim
RUN --mount=type=bind,source=build/package,target=/packages \
    apt-get update \
    && apt-get install -y --no-install-recommends \
       /packages/hippuzzle_*.deb /packages/hippuzzle-dev_*.deb /packages/hippuzzle-doc_*.deb \
       bash-completion bubblewrap clangd cmake gdb git man-db ninja-build \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --shell /bin/bash learner
USER learner
WORKDIR /home/learner
CMD ["bash"]
