// Rung 1, intro: a tensor is memory seen through a layout. It is printed, its first element becomes
// one more, and it is printed again. One thread.
__global__ void layout_tensor_intro(float* output, const float* a, unsigned rows,
                                    unsigned columns) {
  using namespace hippuzzle;
  const auto from = make_tensor(a, row_major(rows, columns));
  const auto tensor = make_tensor(output, row_major(rows, columns));
  for (unsigned i = 0; i < rows; ++i) {
    for (unsigned j = 0; j < columns; ++j) tensor(i, j) = from(i, j);
  }

  printf("Before:\n");
  print(tensor);
  tensor(0, 0) += 1;
  printf("After:\n");
  print(tensor);
}
