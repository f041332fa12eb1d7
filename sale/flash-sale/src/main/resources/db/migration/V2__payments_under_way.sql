-- How many times the provider was asked for the money and its answer is not noted yet. Still more than 0 when the order
-- ends: money may have been taken and whoever asked for it may have died, so whatever was taken goes back.
alter table orders add column charges_open integer not null default 0 check (charges_open >= 0);
