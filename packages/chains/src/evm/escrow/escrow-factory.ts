import { type Address, concatHex, getContractAddress, type Hex } from 'viem'
import { CREATE2_DEPLOYER } from '../flush/deposit-factory.ts'
import { escrowFactoryInitCode } from '../generated/escrow-contracts.ts'

/** Salt of this factory version: the text `gateway.escrow-factory.1`, padded. */
export const ESCROW_FACTORY_SALT: Hex = '0x676174657761792e657363726f772d666163746f72792e310000000000000000'

/** The escrow factory's address: the same on all chains whose CREATE2 deployer got the same bytecode. */
export function escrowFactoryAddress(salt: Hex = ESCROW_FACTORY_SALT): Address {
  return getContractAddress({ opcode: 'CREATE2', from: CREATE2_DEPLOYER, salt, bytecode: escrowFactoryInitCode })
}

/** Calldata for the CREATE2 deployer that creates the factory at `escrowFactoryAddress()`. Any account may send it. */
export function encodeEscrowFactoryDeployment(salt: Hex = ESCROW_FACTORY_SALT): Hex {
  return concatHex([salt, escrowFactoryInitCode])
}
