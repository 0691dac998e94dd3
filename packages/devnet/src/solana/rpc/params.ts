import { address, type Address, isAddress } from '@solana/kit'
import type { Commitment } from '../ledger/ledger.ts'
import { RpcError, rpcCodes } from './rpc-error.ts'

/** The positional parameters of a call; the last one is often a configuration. */
export type Params = readonly unknown[]

/** The members of a configuration that this node understands. */
export interface Config {
  readonly commitment: Commitment
  readonly encoding: string | undefined
  readonly dataSlice: { readonly offset: number; readonly length: number } | undefined
  readonly mint: string | undefined
  readonly programId: string | undefined
  readonly transactionDetails: string
  readonly maxSupportedTransactionVersion: number | undefined
  readonly before: string | undefined
  readonly until: string | undefined
  readonly limit: number
  readonly skipPreflight: boolean
}

const MOST_SIGNATURES = 1_000
const usual: Config = {
  commitment: 'finalized',
  encoding: undefined,
  dataSlice: undefined,
  mint: undefined,
  programId: undefined,
  transactionDetails: 'full',
  maxSupportedTransactionVersion: undefined,
  before: undefined,
  until: undefined,
  limit: MOST_SIGNATURES,
  skipPreflight: false,
}

/** The configuration at a place, with the usual values for what it leaves out. */
export function configAt(params: Params, at: number): Config {
  const given = params[at]
  if (typeof given === 'string') return { ...usual, encoding: given }
  // Clients of tests are pinned, so the types of the members are trusted.
  return { ...usual, ...(given as Partial<Config> | null | undefined) }
}

/** The text at a place. @throws {RpcError} when there is none. */
export function textAt(params: Params, at: number): string {
  const given = params[at]
  if (typeof given !== 'string') throw invalid(`parameter ${at} must be a text`)
  return given
}

/** The number at a place; the default when it is omitted. @throws {RpcError} when there is neither. */
export function numberAt(params: Params, at: number, otherwise?: number): number {
  const given = params[at] ?? otherwise
  if (typeof given !== 'number' || !Number.isSafeInteger(given)) throw invalid(`parameter ${at} must be an integer`)
  return given
}

/** The address at a place. @throws {RpcError} when there is none. */
export const addressAt = (params: Params, at: number): Address => readAddress(textAt(params, at))

/** The list of texts at a place. @throws {RpcError} when there is none. */
export function listAt(params: Params, at: number): string[] {
  const given = params[at]
  if (!Array.isArray(given)) throw invalid(`parameter ${at} must be a list`)
  return given.map(String)
}

/** An address. @throws {RpcError} for another text. */
export function readAddress(text: string): Address {
  if (!isAddress(text)) throw invalid('WrongSize')
  return address(text)
}

const invalid = (problem: string): RpcError => new RpcError(rpcCodes.invalidParams, `Invalid param: ${problem}`)
