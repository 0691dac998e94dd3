-- custody: whoever flushes a deposit contract again and again makes a leg each time, and a number that runs out would stop the chain's scanner.
ALTER TABLE spend_intent ALTER COLUMN leg TYPE int;
