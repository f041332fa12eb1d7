/** The test kit's own tests: each control is seen to work on a real server. */
package io.holdfast.testkit;
