/* Preloaded into Postgres: every flush of the log takes a millisecond longer, as on a network disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

int fdatasync(int descriptor) {
  static int (*flush)(int);
  if (!flush) flush = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  const int result = flush(descriptor);
  const struct timespec millisecond = {0, 1000000};
  nanosleep(&millisecond, 0);
  return result;
}
