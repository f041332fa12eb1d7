/** How the engine reads time and waits for it. */
package io.holdfast.internal.time;
