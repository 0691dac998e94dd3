import { base58, hex } from '@scure/base'

/** Programs, system variables and places of no return that lie on the curve by chance or not, with their description. */
export const systemAddresses: ReadonlyMap<string, string> = new Map([
  ['11111111111111111111111111111111', 'the system program'],
  ['1nc1nerator11111111111111111111111111111111', 'the incinerator'],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'the token program'],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 'the token program'],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 'the associated token program'],
  ['So11111111111111111111111111111111111111112', 'the mint of wrapped SOL'],
  ['ComputeBudget111111111111111111111111111111', 'the compute budget program'],
  ['AddressLookupTab1e1111111111111111111111111', 'the lookup table program'],
  ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'the memo program'],
  ['Vote111111111111111111111111111111111111111', 'the vote program'],
  ['Stake11111111111111111111111111111111111111', 'the stake program'],
  ['Config1111111111111111111111111111111111111', 'the config program'],
  ['NativeLoader1111111111111111111111111111111', 'a loader of programs'],
  ['BPFLoader1111111111111111111111111111111111', 'a loader of programs'],
  ['BPFLoader2111111111111111111111111111111111', 'a loader of programs'],
  ['BPFLoaderUpgradeab1e11111111111111111111111', 'a loader of programs'],
  ['Ed25519SigVerify111111111111111111111111111', 'a signature program'],
  ['KeccakSecp256k11111111111111111111111111111', 'a signature program'],
  ['Sysvar1111111111111111111111111111111111111', 'the owner of system variables'],
  ['SysvarC1ock11111111111111111111111111111111', 'a system variable'],
  ['SysvarEpochSchedu1e111111111111111111111111', 'a system variable'],
  ['SysvarFees111111111111111111111111111111111', 'a system variable'],
  ['Sysvar1nstructions1111111111111111111111111', 'a system variable'],
  ['SysvarRecentB1ockHashes11111111111111111111', 'a system variable'],
  ['SysvarRent111111111111111111111111111111111', 'a system variable'],
  ['SysvarS1otHashes111111111111111111111111111', 'a system variable'],
  ['SysvarS1otHistory11111111111111111111111111', 'a system variable'],
  ['SysvarStakeHistory1111111111111111111111111', 'a system variable'],
])

// The eight points of small order, as RFC 8032 encodes them: signatures by them are rejected.
const smallOrderPoints = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
]

/** Addresses on the curve from which nothing can be spent. */
export const SMALL_ORDER_ADDRESSES: ReadonlySet<string> = new Set(smallOrderPoints.map((point) => base58.encode(hex.decode(point))))
