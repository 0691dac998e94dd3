import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Blocks say which nonces of ours are used. */
export class Migration202611220050 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220050-used-nonces.sql', import.meta.url), 'utf8'))
  }
}
