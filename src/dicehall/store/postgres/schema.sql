-- The journal in PostgreSQL. Table codes compare byte by byte, whatever the language of the database.

CREATE TABLE nodes (
    node text COLLATE "C" PRIMARY KEY,
    -- Names it where PostgreSQL wants a number, as with advisory locks.
    number integer GENERATED ALWAYS AS IDENTITY UNIQUE,
    -- Grows whenever the node opens the journal or is not sure what became of a batch: older calls are refused.
    session bigint NOT NULL,
    -- The last batch of this session, and its outcomes if not all of it was done: written with it, so that a node whose
    -- connection was cut during a commit can find out.
    batch bigint NOT NULL,
    outcomes smallint[],
    -- Hall time when it wrote last.
    noted double precision NOT NULL,
    -- Until when it counts as alive, by the clock of this database.
    lease timestamptz NOT NULL,
    -- Whether it hands its partitions over, one by one, to end.
    draining boolean NOT NULL DEFAULT false,
    -- Of the program that it runs.
    version text NOT NULL DEFAULT ''
) WITH (fillfactor = 50);

CREATE TABLE partitions (
    partition smallint PRIMARY KEY,
    node text COLLATE "C" REFERENCES nodes,
    -- Grows with each new owner: an append with an older one is refused.
    epoch bigint NOT NULL,
    -- Of the newest program that ever wrote here: an older one may not know what it reads.
    version text NOT NULL DEFAULT ''
);
INSERT INTO partitions SELECT number, NULL, 0 FROM generate_series(0, 255) AS number;

CREATE TABLE heads (
    name text COLLATE "C" PRIMARY KEY,
    partition smallint NOT NULL,
    version bigint NOT NULL,
    due double precision
) WITH (fillfactor = 70);
CREATE INDEX heads_of_a_partition ON heads (partition);

CREATE TABLE appends (
    name text COLLATE "C" NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    body bytea NOT NULL,
    crc bigint NOT NULL,
    PRIMARY KEY (name, last)
);

CREATE TABLE snapshots (
    name text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL,
    body bytea NOT NULL,
    crc bigint NOT NULL
);

-- Secrets of dice, apart from everything that is ever shown.
CREATE TABLE seeds (name text COLLATE "C" PRIMARY KEY, seed bytea NOT NULL);

-- The hall log. Numbers are given under a lock, in the order of commits.
CREATE TABLE records (number bigint PRIMARY KEY, name text COLLATE "C" NOT NULL, body bytea NOT NULL);
CREATE INDEX records_of_a_table ON records (name, number);

-- The public log. `digest` is the hash of the line itself, which the next line names.
CREATE TABLE log (
    number bigint PRIMARY KEY,
    previous bytea NOT NULL,
    kind text NOT NULL,
    hash bytea NOT NULL,
    key bytea NOT NULL,
    signature bytea NOT NULL,
    before bytea NOT NULL,
    before_signature bytea NOT NULL,
    digest bytea NOT NULL
);
CREATE INDEX log_by_hash ON log (hash, number);

-- Hall time, and when it was last advanced.
CREATE TABLE hall_time (
    single boolean PRIMARY KEY CHECK (single),
    seconds double precision NOT NULL,
    heartbeat timestamptz NOT NULL
) WITH (fillfactor = 50);
INSERT INTO hall_time VALUES (true, 0, clock_timestamp());
