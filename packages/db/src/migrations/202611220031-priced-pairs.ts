import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Each board names the pairs that it prices. */
export class Migration202611220031 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220031-priced-pairs.sql', import.meta.url), 'utf8'))
  }
}
