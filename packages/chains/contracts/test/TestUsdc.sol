// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A stand-in for USDC on development networks: 6 decimals, minted by its owner, with a blocklist.
contract TestUsdc is ERC20 {
    address public immutable owner;
    mapping(address account => bool) public isBlocked;

    error AccountBlocked(address account);
    error OnlyOwner();

    modifier onlyOwner() {
        if (msg.sender != owner) revert OnlyOwner();
        _;
    }

    /// @dev The owner is an argument because the CREATE2 deployer is the sender of the deployment.
    constructor(address owner_) ERC20("Test USD Coin", "USDC") {
        owner = owner_;
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    function blockAccount(address account) external onlyOwner {
        isBlocked[account] = true;
    }

    function unblockAccount(address account) external onlyOwner {
        isBlocked[account] = false;
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (isBlocked[from]) revert AccountBlocked(from);
        if (isBlocked[to]) revert AccountBlocked(to);
        super._update(from, to, amount);
    }
}
