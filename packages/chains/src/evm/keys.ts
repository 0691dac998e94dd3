import { type Address, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { type KeyDeriver, type KeyRequest, openKeyAccount } from '../key-account.ts'

/** Coin type of every EVM chain (SLIP-44): one seed has the same account on all of them. */
const COIN_TYPE = 60

/** Deposits are keyless contracts; the first key of an account (BIP-44) pays the gas. */
export const evmKeys = {
  gasPayer: ({ seed, generation }: KeyRequest) =>
    openKeyAccount({ seed, generation, purpose: 44, coinType: COIN_TYPE, addressOf: addressOfKey }),
} satisfies KeyDeriver

/** The canonical address of a private key. */
export const addressOfKey = (privateKey: Uint8Array): Address => privateKeyToAddress(toHex(privateKey))
