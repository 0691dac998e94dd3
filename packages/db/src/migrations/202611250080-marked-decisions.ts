import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Decisions of the policy carry marks instead of hashes of one another. */
export class Migration202611250080 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611250080-marked-decisions.sql', import.meta.url), 'utf8'))
  }
}
