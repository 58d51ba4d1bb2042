// p22: LayerNorm followed by a linear layer, and the gradient of both. Extents: {tokens, H, O}; the
// tokens of all sequences follow each other, with H features before and O after the linear layer.
#include <hippuzzle/puzzle.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "config.hpp"

namespace {
using namespace hippuzzle;

// Numbers of the inputs, in the order of the kernels' parameters. Both passes have the same inputs,
// and the backward pass has one more.
struct Inputs {
  uint32_t x, gamma, beta, weight, bias, grad_output;
};
constexpr Inputs of_forward = {1, 2, 3, 4, 5, 0};
constexpr Inputs of_backward = {5, 6, 7, 8, 9, 10};

uint64_t tokens(const Extents* e) { return e->n[0]; }
uint64_t features(const Extents* e) { return e->n[1]; }
uint64_t outputs(const Extents* e) { return e->n[2]; }

Shape token_features(const Extents* e) { return {2, {tokens(e), features(e)}}; }
Shape token_outputs(const Extents* e) { return {2, {tokens(e), outputs(e)}}; }
Shape weights(const Extents* e) { return {2, {outputs(e), features(e)}}; }
Shape a_feature_each(const Extents* e) { return {1, {features(e)}}; }
Shape an_output_each(const Extents* e) { return {1, {outputs(e)}}; }

constexpr Buffer forward_buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, token_outputs},
                                      {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, token_features},
                                      {"ln_weight", HIPPUZZLE_F32, HIPPUZZLE_IN, a_feature_each},
                                      {"ln_bias", HIPPUZZLE_F32, HIPPUZZLE_IN, a_feature_each},
                                      {"linear_weight", HIPPUZZLE_F32, HIPPUZZLE_IN, weights},
                                      {"linear_bias", HIPPUZZLE_F32, HIPPUZZLE_IN, an_output_each}};
constexpr Buffer backward_buffers[] = {
    {"grad_input", HIPPUZZLE_F32, HIPPUZZLE_OUT, token_features},
    {"grad_ln_weight", HIPPUZZLE_F32, HIPPUZZLE_OUT, a_feature_each},
    {"grad_ln_bias", HIPPUZZLE_F32, HIPPUZZLE_OUT, a_feature_each},
    {"grad_linear_weight", HIPPUZZLE_F32, HIPPUZZLE_OUT, weights},
    {"grad_linear_bias", HIPPUZZLE_F32, HIPPUZZLE_OUT, an_output_each},
    {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, token_features},
    {"ln_weight", HIPPUZZLE_F32, HIPPUZZLE_IN, a_feature_each},
    {"ln_bias", HIPPUZZLE_F32, HIPPUZZLE_IN, a_feature_each},
    {"linear_weight", HIPPUZZLE_F32, HIPPUZZLE_IN, weights},
    {"linear_bias", HIPPUZZLE_F32, HIPPUZZLE_IN, an_output_each},
    {"grad_output", HIPPUZZLE_F32, HIPPUZZLE_IN, token_outputs}};

// A block for each token, a thread for each feature, in whole groups of 64 threads.
LaunchConfiguration block_a_token(const Extents* e) {
  return {{static_cast<uint32_t>(tokens(e)), 1, 1}, {ceil_div(features(e), 64) * 64, 1, 1}, 0};
}

const char* refuse_wide(const Extents* e) {
  return features(e) > MOST_FEATURES ? "takes up to 1024 features: a block has a thread for each"
                                     : nullptr;
}

void copy(std::initializer_list<float> values, std::span<float> to) {
  for (uint64_t i = 0; i < to.size(); ++i) to[i] = values.begin()[i % values.size()];
}

// No row is the other, no parameter is 1 or 0 throughout, so that leaving one out shows.
void fill_example_inputs(const Extents* e, const Inputs& b, void* const* out) {
  const uint64_t t = tokens(e), h = features(e), o = outputs(e);
  copy({1, 2, 3, 4, 2, 0, -2, 0, 5, 5, 5, 7, -1, 3, 3, -5}, view<float>(out, b.x, t * h));
  copy({1, 0.5, 2, -1}, view<float>(out, b.gamma, h));
  copy({0.5, -0.25, 0, 1}, view<float>(out, b.beta, h));
  copy({1, 2, -1, 0.5, 0, -1, 1, 2, 0.25, 1, 1, -2}, view<float>(out, b.weight, o * h));
  copy({0.5, -1, 2}, view<float>(out, b.bias, o));
}
void fill_example(const Extents* e, void* const* out) { fill_example_inputs(e, of_forward, out); }
void fill_example_backward(const Extents* e, void* const* out) {
  fill_example_inputs(e, of_backward, out);
  copy({1, -1, 0.5, 2, 0, -0.5, -1, 1, 1, 0.25, -2, 3},
       view<float>(out, of_backward.grad_output, tokens(e) * outputs(e)));
}

// Rows of mean 0 and spread about 1. With eight features their mean is 10000, where a variance from
// the mean of squares is lost; with five their spread is 1/1000, where the place of epsilon counts.
void fill_random_inputs(const Extents* e, const Inputs& b, Random& random, void* const* out) {
  const uint64_t t = tokens(e), h = features(e), o = outputs(e);
  const float mean = h == 8 ? 10000 : 0;
  const float spread = h == 5 ? 1.0f / 1024 : 1;
  for (float& x : view<float>(out, b.x, t * h))
    x = mean + spread * static_cast<float>(random.integer(-96, 96)) / 64;
  for (const uint32_t buffer : {b.gamma, b.beta})
    for (float& x : view<float>(out, buffer, h))
      x = static_cast<float>(random.integer(-128, 128)) / 64;
  for (float& x : view<float>(out, b.weight, o * h))
    x = static_cast<float>(random.integer(-64, 64)) / 64;
  for (float& x : view<float>(out, b.bias, o)) x = static_cast<float>(random.integer(-64, 64)) / 64;
}
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_random_inputs(e, of_forward, random, out);
}
void fill_random_backward(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_random_inputs(e, of_backward, random, out);
  for (float& x : view<float>(out, of_backward.grad_output, tokens(e) * outputs(e)))
    x = static_cast<float>(random.integer(-64, 64)) / 64;
}

// One token's features after its mean was taken and its spread became 1.
struct Row {
  std::vector<double> normalized;
  std::vector<double> size;  // of the rounding errors in it: |normalized|, and more for a far mean
  double inverse_root;       // 1 / sqrt(variance + epsilon)
  double far;                // 1 + the mean of |x| over the root

  Row(const Extents* e, const Inputs& b, const void* const* in, uint64_t token) {
    const uint64_t h = features(e);
    const auto x = view<float>(in, b.x, tokens(e) * h).subspan(token * h, h);
    double mean = 0, absolute = 0, variance = 0;
    for (const float value : x) {
      mean += value / static_cast<double>(h);
      absolute += std::abs(value) / static_cast<double>(h);
    }
    for (const float value : x) variance += (value - mean) * (value - mean);
    inverse_root = 1 / std::sqrt(variance / static_cast<double>(h) + 1e-5);
    far = 1 + inverse_root * absolute;
    for (const float value : x) {
      normalized.push_back((value - mean) * inverse_root);
      size.push_back(std::abs(normalized.back()) * far + inverse_root * absolute);
    }
  }
};

void forward_reference(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const uint64_t h = features(e), o = outputs(e);
  const auto gamma = view<float>(in, of_forward.gamma, h);
  const auto beta = view<float>(in, of_forward.beta, h);
  const auto weight = view<float>(in, of_forward.weight, o * h);
  const auto bias = view<float>(in, of_forward.bias, o);
  for (uint64_t t = 0; t < tokens(e); ++t) {
    const Row row(e, of_forward, in, t);
    for (uint64_t j = 0; j < o; ++j) {
      double sum = bias[j], scale = std::abs(bias[j]);
      for (uint64_t i = 0; i < h; ++i) {
        const double w = weight[j * h + i];
        sum += w * (gamma[i] * row.normalized[i] + beta[i]);
        scale += std::abs(w) * (std::abs(gamma[i]) * row.size[i] + std::abs(beta[i]));
      }
      y64[t * o + j] = sum;
      magnitude[t * o + j] = scale;
    }
  }
}

// The five outputs one after the other, each with the sums of its absolute values.
struct Gradients {
  double *input, *gamma, *beta, *weight, *bias;

  Gradients(const Extents* e, double* all)
      : input(all),
        gamma(input + tokens(e) * features(e)),
        beta(gamma + features(e)),
        weight(beta + features(e)),
        bias(weight + outputs(e) * features(e)) {}
};

void backward_reference(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const uint64_t h = features(e), o = outputs(e);
  const auto gamma = view<float>(in, of_backward.gamma, h);
  const auto beta = view<float>(in, of_backward.beta, h);
  const auto weight = view<float>(in, of_backward.weight, o * h);
  const auto grad = view<float>(in, of_backward.grad_output, tokens(e) * o);
  const uint64_t all = tokens(e) * h + 2 * h + o * h + o;
  std::fill_n(y64, all, 0);
  std::fill_n(magnitude, all, 0);
  const Gradients g(e, y64), size(e, magnitude);

  std::vector<double> normalized(h), normalized_size(h);  // gradient of x before its statistics
  for (uint64_t t = 0; t < tokens(e); ++t) {
    const Row row(e, of_backward, in, t);
    double mean = 0, mean_size = 0, product = 0, product_size = 0;
    for (uint64_t i = 0; i < h; ++i) {
      double d = 0, d_size = 0;
      for (uint64_t j = 0; j < o; ++j) {
        const double go = grad[t * o + j], w = weight[j * h + i];
        d += w * go;
        d_size += std::abs(w * go);
        g.weight[j * h + i] += go * (gamma[i] * row.normalized[i] + beta[i]);
        size.weight[j * h + i] +=
            std::abs(go) * (std::abs(gamma[i]) * row.size[i] + std::abs(beta[i]));
      }
      g.gamma[i] += d * row.normalized[i];
      size.gamma[i] += d_size * row.size[i];
      g.beta[i] += d;
      size.beta[i] += d_size;
      normalized[i] = d * gamma[i];
      normalized_size[i] = d_size * std::abs(gamma[i]);
      mean += normalized[i] / static_cast<double>(h);
      mean_size += normalized_size[i] / static_cast<double>(h);
      product += normalized[i] * row.normalized[i] / static_cast<double>(h);
      product_size += normalized_size[i] * row.size[i] / static_cast<double>(h);
    }
    for (uint64_t i = 0; i < h; ++i) {
      g.input[t * h + i] = row.inverse_root * (normalized[i] - mean - row.normalized[i] * product);
      size.input[t * h + i] = row.inverse_root * row.far *
                              (normalized_size[i] + mean_size + row.size[i] * product_size);
    }
    for (uint64_t j = 0; j < o; ++j) {
      g.bias[j] += grad[t * o + j];
      size.bias[j] += std::abs(grad[t * o + j]);
    }
  }
}

double forward_terms(const Extents* e) { return static_cast<double>(features(e)); }
double backward_terms(const Extents* e) {
  return static_cast<double>(tokens(e) * outputs(e) + features(e));
}

uint64_t parameters(const Extents* e) {
  return 2 * features(e) + outputs(e) * features(e) + outputs(e);
}
// The product; and of each feature its part of two means, a difference, two products and a sum.
double forward_flops(const Extents* e) {
  return static_cast<double>(tokens(e)) *
         (2 * static_cast<double>(outputs(e) * features(e)) + 7 * static_cast<double>(features(e)));
}
double backward_flops(const Extents* e) {
  return static_cast<double>(tokens(e)) * (4 * static_cast<double>(outputs(e) * features(e)) +
                                           18 * static_cast<double>(features(e)));
}
double forward_bytes(const Extents* e) {
  return sizeof(float) *
         static_cast<double>(tokens(e) * (features(e) + outputs(e)) + parameters(e));
}
double backward_bytes(const Extents* e) {
  return sizeof(float) *
         static_cast<double>(tokens(e) * (2 * features(e) + outputs(e)) + 2 * parameters(e));
}

// Unfused: the norm writes its layer, the product reads it for each output, the bias goes through
// the output once more. Fused: each block reads its row once and all parameters, and writes its
// outputs.
uint64_t unfused_reads(const Extents* e) {
  return tokens(e) * (3 * features(e) + 2 * outputs(e) * features(e) + 2 * outputs(e));
}
uint64_t unfused_writes(const Extents* e) { return tokens(e) * (features(e) + 2 * outputs(e)); }
uint64_t fused_reads(const Extents* e) { return tokens(e) * (features(e) + parameters(e)); }
uint64_t fused_writes(const Extents* e) { return tokens(e) * outputs(e); }
// Each block adds to every parameter's gradient once.
uint64_t additions(const Extents* e) { return tokens(e) * parameters(e); }
uint64_t a_write_a_feature(const Extents* e) { return tokens(e) * features(e); }

constexpr Claim claims_unfused[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, unfused_reads},
                                    {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, unfused_writes}};
constexpr Claim claims_fused[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, fused_reads},
                                  {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, fused_writes}};
constexpr Claim claims_backward[] = {{HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, a_write_a_feature},
                                     {HIPPUZZLE_ATOMICS, HIPPUZZLE_IN_ALL, additions}};

// An independent program computed these. `lint` compares the gradients with differences, too.
constexpr double expected[] = {-2.3540885499226563, -0.31524132329723964, 2.8936796949303907,
                               5.2426300805576105,  -1.5784200537050737,  -2.5998675469919394,
                               0.13398036966037297, -3.0800981516981354,  1.7513758657358585,
                               0.5477331887091259,  5.621912509145115,    -0.9541558206999357};
constexpr double expected_gradients[] = {
    0.3913110016366364,
    1.0062267885809058,
    -3.1863843460306325,
    1.7888465558130904,
    -0.5082195750937863,
    1.8340536285743836,
    -0.5082438817064745,
    -0.8175901717741229,
    -2.5018309594668193,
    -2.790504169580028,
    5.292345713589824,
    -1.058454297612691e-05,
    -1.096404156620812,
    0.4625448992944734,
    0.08565588988541169,
    0.5482033674409272,  // grad_input
    1.2738025605258754,
    4.564386441355211,
    1.8110683134038679,
    10.667007691395654,  // grad_ln_weight
    3.25,
    10.5,
    -0.25,
    -10.875,  // grad_ln_bias
    3.113753252080617,
    -0.38436599039224956,
    -3.1554568423537286,
    3.017292850119253,
    0.36731141479714324,
    -0.46960092936678,
    -5.667250944092537,
    -5.405515915982685,
    -0.8598027662189657,
    -0.043675727904675554,
    6.133930728546543,
    6.119811142244954,  // grad_linear_weight
    2.25,
    -2,
    4,  // grad_linear_bias
};

// One of each; five and eight features, see fill_random_inputs; one more than a warp; more features
// than outputs and the other way round.
constexpr Extents sizes[] = {{1, 1, 1}, {3, 5, 7}, {4, 33, 4}, {16, 8, 16}, {1, 100, 3}};
constexpr Extents example = {4, 4, 3};
constexpr Cases cases = {
    .example = example, .expected = expected, .sizes = sizes, .refuse = refuse_wide};
constexpr Cases cases_backward = {
    .example = example, .expected = expected_gradients, .sizes = sizes, .refuse = refuse_wide};

constexpr Question forward = {forward_buffers,   block_a_token, fill_example,  fill_random,
                              forward_reference, forward_flops, forward_bytes, forward_terms};
constexpr Question backward = {backward_buffers,     block_a_token,      fill_example_backward,
                               fill_random_backward, backward_reference, backward_flops,
                               backward_bytes,       backward_terms};

constexpr Variant variants[] = {
    componentwise("unfused", "norm, product and bias in a launch each", forward, cases, 4,
                  claims_unfused),
    componentwise("fused", "one launch: the normalised row stays in shared memory", forward, cases,
                  4, claims_fused),
    componentwise("backward", "the gradients of the input and of the four parameters", backward,
                  cases_backward, 4, claims_backward)};
}  // namespace

HIPPUZZLE_PUZZLE("p22", "Layer norm and its gradient", variants);
