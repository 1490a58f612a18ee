package sqlite

/*
#include <malloc.h>

// The GNU C library hands out the memory that SQLite asks for from up to eight arenas for
// each processor, and what a connection gives back stays in that of the thread that it
// ran on: a server whose queries run on many threads grows by half a hundred megabytes
// for nothing. One arena serves a few connections as fast (mallopt(3)). It has to be said
// before the first thread asks for memory.
static void __attribute__((constructor)) one_arena(void) {
#ifdef __GLIBC__
	mallopt(M_ARENA_MAX, 1);
#endif
}
*/
import "C"
