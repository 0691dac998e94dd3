import { z } from 'zod'

/** An integer of 64 bits, as the stubs give it: in decimal digits. */
export const Int64 = z
  .string()
  .regex(/^-?\d+$/)
  .transform((digits) => BigInt(digits))

/** A hash or preimage in 64 hex digits. */
export const Hex32 = z.string().regex(/^[0-9a-f]{64}$/)

/** Bytes as lower-case hex digits. */
export const HexBytes = z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString('hex'))
