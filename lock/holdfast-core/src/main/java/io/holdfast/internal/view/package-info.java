/** The lock as callers see it: by lease and, as in {@code java.util.concurrent}, by thread. */
package io.holdfast.internal.view;
