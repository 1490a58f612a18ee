// Package quote sets rules of one release as a block that can be cited elsewhere:
// with where and when they are from, and since when their words stand.
package quote
