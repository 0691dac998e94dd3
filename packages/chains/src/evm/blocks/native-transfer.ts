import type { LoggedTransfer } from './name-token-transfers.ts'

/** A logged transfer of the native coin with its sender. */
export type NativeTransfer = LoggedTransfer & { readonly from: string }
