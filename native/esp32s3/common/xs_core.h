/** Where XS runs. */
#ifndef DG_XS_CORE_H
#define DG_XS_CORE_H

/**
 * Moves the calling task (XS) to DG_XS_CORE and keeps it there: the SDK starts it on either. Repeating it does nothing.
 * Returns the core that the task is kept on.
 */
int dg_keep_xs_on_its_core(void);

#endif
