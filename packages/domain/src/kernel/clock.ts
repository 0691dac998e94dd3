/** Where operations read the time; a test sets it. */
export interface Clock {
  now(): Date
}
