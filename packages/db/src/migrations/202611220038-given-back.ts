import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Creations that the signer refuses are given back to their plans. */
export class Migration202611220038 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220038-given-back.sql', import.meta.url), 'utf8'))
  }
}
