import { Type } from '@mikro-orm/core'

/** `numeric(78,0)` as a bigint of base units: wide enough for a uint256, which Postgres `bigint` (2^63) is not. */
export class UnitsType extends Type<bigint, string> {
  override convertToDatabaseValue(value: bigint): string {
    return value.toString()
  }
  override convertToJSValue(value: string): bigint {
    return BigInt(value)
  }
  override getColumnType(): string {
    return 'numeric(78,0)'
  }
  override get runtimeType(): string {
    return 'bigint'
  }
}
