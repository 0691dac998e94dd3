/** The source of time for operations; tests set it. */
export interface Clock {
  now(): Date
}
