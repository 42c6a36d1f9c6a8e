#!/usr/bin/env bash
# Runs once, when Gradescope builds the autograder's image: builds bankcheck, and proves the machine and
# the rubric, so that a mistake stops the image and no student meets it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

if ! command -v nvcc >/dev/null && [ ! -x /usr/local/cuda/bin/nvcc ]; then
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends nvidia-cuda-toolkit
fi
bash bankcheck/harness/bootstrap build
bankcheck/build/bankcheck doctor
bankcheck/build/bankcheck rubric rubric.yaml
