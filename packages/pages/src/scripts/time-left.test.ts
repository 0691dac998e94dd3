import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

test.each([
  [-3, '0:00'],
  [0, '0:00'],
  [0.2, '0:01'],
  [9, '0:09'],
  [581, '9:41'],
  [3_600, '1:00:00'],
  [36_061, '10:01:01'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(timeLeft(seconds)).toBe(text)
})
