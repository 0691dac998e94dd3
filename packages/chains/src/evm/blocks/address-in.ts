import type { Hex } from 'viem'

const PADDED_ADDRESS = /^0x0{24}([0-9a-f]{40})$/

/** The address that a topic of a log holds; undefined for any other word, and without one. */
export function addressIn(topic: Hex | undefined): Hex | undefined {
  const address = PADDED_ADDRESS.exec(topic ?? '')?.[1]
  return address === undefined ? undefined : `0x${address}`
}
