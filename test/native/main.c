#include "runner.h"

int main(void) {
  const test_suite *suites[] = {&image_suite, &orient_suite, &stats_suite, &convert_suite, &eye_crop_suite,
                                &board_vision_suite, &board_ring_suite, &board_card_suite, &board_link_suite};
  unsigned passed = 0, failed = 0;
  for (size_t s = 0; s < sizeof(suites) / sizeof(suites[0]); s++) {
    for (size_t i = 0; i < suites[s]->count; i++) {
      const test_case *test = &suites[s]->cases[i];
      const char *failure = test->run();
      if (failure == NULL) {
        passed++;
        printf("ok    %s\n", test->name);
      } else {
        failed++;
        printf("FAIL  %s\n      %s\n", test->name, failure);
      }
    }
  }
  printf("%u passed, %u failed\n", passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}
