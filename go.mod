module github.com/configgen/configgen

go 1.26.0
