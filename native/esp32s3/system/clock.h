/** Time of day from a time server. */
#ifndef DG_CLOCK_H
#define DG_CLOCK_H

/** Keeps the clock by SNTP from `server`, which is copied; does nothing where it runs already. Returns an esp_err_t. */
int dg_clock_start(const char *server);

/** Milliseconds since 1970, UTC; 0 and `utc_ms` left alone while no server was reached since power-up. */
int dg_clock_utc_ms(double *utc_ms);

#endif
