-- What proves that Redis still knows what it has promised. Every acceptance and every unit given back raises the stamp in
-- Redis; here is the highest one that the database relies on. Redis with a lower one has lost its memory.
alter table sales add column stamp bigint not null default 0;
-- An order was written whose stamp had passed before: Redis was set back, and has gone on from there.
alter table sales add column doubted boolean not null default false;
-- What the reconciliation misses, or has too many of, for as long as it does.
alter table sales add column difference integer not null default 0;
-- The state in which there was nothing left to do for a sale that is over; another state, and it is looked at again.
alter table sales add column settled text;
