import type { ChainCode } from '@gateway/domain/money/asset'
import { type KeyObject, sign, verify } from 'node:crypto'

/** The statement that a pool address belongs to this deployment. */
export interface PoolStatement {
  readonly deploymentId: string
  readonly network: string
  readonly chain: ChainCode
  readonly generation: number
  readonly idx: number
  readonly address: string
}

/** Signs a statement with the pool's Ed25519 key (RFC 8032). Only the signer holds it. */
export const signPoolAddress = (statement: PoolStatement, privateKey: KeyObject): Buffer => sign(null, text(statement), privateKey)

/** True when the signer made exactly this statement, for this deployment, network and index. */
export const isSignedPoolAddress = (statement: PoolStatement, sig: Uint8Array, publicKey: KeyObject): boolean =>
  verify(null, text(statement), publicKey, sig)

const text = ({ deploymentId, network, chain, generation, idx, address }: PoolStatement): Buffer =>
  Buffer.from(['pool', deploymentId, network, chain, generation, idx, address].join('|'))
