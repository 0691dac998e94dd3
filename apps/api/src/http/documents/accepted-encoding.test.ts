import { expect, test } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['deflate', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['BR', 'br'],
  ['*', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['br ; q=0.1', 'br'],
  ['gzip;q=0', 'identity'],
  ['identity, br;q=0.9', 'identity'],
  ['identity;q=0', 'identity'],
  ['gzip;q=nonsense', 'identity'],
])('acceptedEncoding chooses for %j the encoding %s', (header, encoding) => expect(acceptedEncoding(header)).toBe(encoding))
