import { type Address, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { type KeyDeriver, type KeyRequest, openKeyAccount } from '../../key-account.ts'

/** Coin type of every EVM chain (SLIP-44): one seed has the same account on all of them. */
const COIN_TYPE = 60

const open = ({ seed, generation }: KeyRequest) =>
  openKeyAccount({ seed, generation, purpose: 44, coinType: COIN_TYPE, addressOf: addressOfKey })

/** Deposits are keyless contracts; of an account (BIP-44), the first key pays the gas and the second one decides escrows. */
export const evmKeys = { gasPayer: open, decider: open } satisfies KeyDeriver

/** The canonical address of a private key. */
export const addressOfKey = (privateKey: Uint8Array): Address => privateKeyToAddress(toHex(privateKey))
